/** Under the cards whose figures are not narrowed by the filters. */
export const platformNote = 'Of the whole house: of the filters only the period counts here.';
