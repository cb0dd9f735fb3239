/**
 * Reads the database's record of a session and its device, by name. An opening needs only this part
 * of the database code. It creates nothing on the device: it rejects when there is no database. The
 * connection is closed at once.
 */
export const readDurable = (name: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('usher');
    request.onupgradeneeded = () => request.transaction!.abort();
    request.onerror = () => reject(request.error!);
    request.onsuccess = () =>
      resolve(
        new Promise((found) => {
          const { result } = request;
          const reading = result.transaction('sessions').objectStore('sessions').get(name);
          reading.onsuccess = () => found(reading.result);
          result.close();
        }),
      );
  });
