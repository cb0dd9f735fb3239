/** How far from the visible part of the page an element begins to load. */
const margin = '400px';

/** Acts once, when an element comes near the visible part of the page. */
export function whenNear(element: Element, act: () => void): void {
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
