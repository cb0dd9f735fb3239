/** Whether a purchase has not come to its end yet. */
export const isOpenPurchase = ({ status }) => !/^(granted|failed|abandoned|parked)$/.test(status);
