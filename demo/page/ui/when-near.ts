/** What is this close to what is seen begins to load. */
const margin = '400px';

/** Acts once, when an element comes near what is seen. */
export function whenNear(element, act) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin: margin },
  );
  observer.observe(element);
}
