/** Prints a figure with its budget, and answers whether it is kept. */
export function judge(name, text, isKept, budget) {
  console.log(`  ${name.padEnd(40)}${text.padStart(12)}   ${isKept ? 'within' : 'OVER'} ${budget}`);
  return isKept;
}
