const diagram = /^```mermaid\n(?<kind>\w+).*\n(?<lines>[\s\S]*?)^```$/gm;

/**
 * A text with its Mermaid diagrams as tables, a row for each arrow. Code hosts draw them; a script
 * that draws them here would weigh more than the rest of the site.
 */
export function diagramsAsTables(text: string): string {
  return text.replace(diagram, (_, kind: string, lines: string) => {
    const rows = lines.split('\n').flatMap(arrowsOf);
    const isStates = kind === 'stateDiagram';
    const head = isStates
      ? '| from | when | to |\n| --- | --- | --- |'
      : '| from | to |\n| --- | --- |';
    const cells = rows.map(({ from, to, when }) =>
      isStates ? `| ${from} | ${when} | ${to} |` : `| ${from} | ${to} |`,
    );
    return `${head}\n${cells.join('\n')}`;
  });
}

/** The arrows of a line, as `a --> b --> c` or `a --> b: an event`. */
function arrowsOf(line: string): { from: string; to: string; when: string }[] {
  const [path = '', when = ''] = line.split(/:\s*/);
  const names = path.split('-->').map((name) => name.trim().replace('[*]', 'the start'));
  return names.slice(1).map((to, index) => ({ from: names[index]!, to, when }));
}
