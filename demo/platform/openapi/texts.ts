/** What the areas are for. */
export const areaTexts: Readonly<Record<string, string>> = {
  statistics:
    'Performance of media: series by time, lists, charts, distributions and the present, filtered by period and many dimensions.',
  allmedia: 'Media items of all streamtypes at once; every item has a global ID.',
  payment: 'State of an item, transactions, vouchers, purchases inside apps, subscriptions.',
  session: 'Opening, keeping and ending a session, login and logout, and helpers for it.',
  system: 'Predefined values, categories, voices, editable attributes and ongoing incidents.',
};
