/** Under the cards whose figures are not narrowed by the filters. */
export const platformNote = 'For the whole house: only the filter for the period applies here.';
