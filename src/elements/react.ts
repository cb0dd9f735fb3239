// The elements in the JSX of React 19: types only, nothing of it runs.
import type { ClassAttributes, HTMLAttributes } from 'react';
import type {
  UsherAccountElement,
  UsherElementBase,
  UsherGateElement,
  UsherLoginElement,
  UsherOffersElement,
  UsherPurchasesElement,
} from './define-elements.ts';

type EventName = keyof HTMLElementEventMap & `usher-${string}`;

/** The events of the elements, as React listens to them: `onusher-purchase`. */
type Listeners = {
  readonly [Name in EventName as `on${Name}`]?: (event: HTMLElementEventMap[Name]) => void;
};

/**
 * What React may set on an element: its properties, its listeners, and what every element has.
 * @example <usher-gate item="7" usher={usher} onusher-purchase={({ detail }) => log(detail)} />
 */
export type UsherElementProps<Element extends UsherElementBase> = ClassAttributes<Element> &
  HTMLAttributes<Element> &
  Listeners &
  Partial<Omit<Element, keyof HTMLElement | 'choose'>>;

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace JSX {
    interface IntrinsicElements {
      'usher-gate': UsherElementProps<UsherGateElement>;
      'usher-offers': UsherElementProps<UsherOffersElement>;
      'usher-login': UsherElementProps<UsherLoginElement>;
      'usher-account': UsherElementProps<UsherAccountElement>;
      'usher-purchases': UsherElementProps<UsherPurchasesElement>;
    }
  }
}
