import { render, type TemplateResult } from 'lit/html.js';

/** The one element of a template, for a part of the page that goes on changing it. */
export function renderElement<E extends Element>(kind: new () => E, template: TemplateResult): E {
  const fragment = document.createDocumentFragment();
  render(template, fragment);
  const element = fragment.firstElementChild;
  if (!(element instanceof kind)) throw new Error(`the template makes no ${kind.name}`);
  return element;
}
