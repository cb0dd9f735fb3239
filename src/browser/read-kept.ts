/**
 * What the database keeps of a session and its device, by name: all that an opening needs of it,
 * without the rest. Nothing is made on the device: where there is no database, it rejects. The
 * connection is closed at once.
 */
export const readKept = (name: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('usher');
    request.onupgradeneeded = () => request.transaction!.abort();
    request.onerror = () => reject(request.error!);
    request.onsuccess = () =>
      resolve(
        new Promise((found) => {
          const { result } = request;
          const reading = result.transaction('kept').objectStore('kept').get(name);
          reading.onsuccess = () => found(reading.result);
          result.close();
        }),
      );
  });
