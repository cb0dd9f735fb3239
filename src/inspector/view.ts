/** One part of the inspector. */
export interface View {
  readonly title: string;
  readonly root: HTMLElement;
  /** Shows the present state. Only the chosen view is drawn. */
  readonly draw: () => void;
}
