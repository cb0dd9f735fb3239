import { areaTexts } from '../../../demo/platform/openapi/texts.ts';
import type { Endpoint, EndpointField } from '../endpoint.ts';
import { answerSection, cell } from './answer-section.ts';
import type { EndpointWithAnswer } from './read-endpoints.ts';
import type { StagedPage } from './stage-pages.ts';

/** A page for each endpoint, and one that lists them all. */
export function endpointPages(endpoints: readonly EndpointWithAnswer[]): StagedPage[] {
  return [
    { target: 'endpoints/index.md', text: listOf(endpoints) },
    ...endpoints.map((endpoint) => ({
      target: `endpoints/${endpoint.id}.md`,
      text: pageOf(endpoint),
    })),
  ];
}

/** The areas of the interface, in the order of the document. */
export const areasOf = (endpoints: readonly Endpoint[]): string[] => [
  ...new Set(endpoints.map(({ area }) => area)),
];

function listOf(endpoints: readonly Endpoint[]): string {
  const areas = areasOf(endpoints).map((area) => {
    const rows = endpoints
      .filter((each) => each.area === area)
      .map(({ id, method, summary }) => `| [${id}](./${id}.md) | ${method} | ${summary} |`);
    return `## ${area}\n\n${areaTexts[area]}\n\n| endpoint | method | what it does |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return `---
description: Every endpoint of the platform, with its fields and a form to try it.
---

# Endpoints

All ${endpoints.length} endpoints of the platform's interface. Each page lists the fields and has a
form that sends the call to the [reference platform](../reference-platform.md).
[Calls](../calls.md) says how a page sends them with Usher: \`usher.call('session/init')\`.

The pages are made from the OpenAPI document, which \`npm run openapi\` writes.

${areas.join('\n')}`;
}

function pageOf({ answer, ...endpoint }: EndpointWithAnswer): string {
  const { id, method, path, description, needsSession } = endpoint;
  return `---
description: ${JSON.stringify(endpoint.summary)}
editLink: false
endpoint: ${JSON.stringify(endpoint)}
---

# ${id}

<p class="endpoint-address"><b>${method}</b> <code v-pre>${path}</code></p>

${description}${needsSession ? '' : ' It needs no session.'}

${callText(endpoint)}

## Fields

${fieldTable(endpoint.fields)}

## Answer

${answerSection(answer)}

## Try it

<TryEndpoint />
`;
}

/** How a page sends the call. */
const callText = ({ id, fields }: Endpoint): string =>
  fields.length === 0
    ? `\`usher.call('${id}')\` sends it.`
    : `\`usher.call('${id}', values)\` sends it. The type of \`values\` is \`${valuesType(id)}\`.`;

/** The type of the values of a call, as the package exports it. */
function valuesType(id: string): string {
  const parts = id.split('/').map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  return `${parts.join('')}Values`;
}

function fieldTable(fields: readonly EndpointField[]): string {
  if (fields.length === 0) return 'The endpoint has no fields.';
  const rows = fields.map((field) => `| ${nameCell(field)} | ${meaningCell(field)} |`);
  return `| field | meaning |\n| --- | --- |\n${rows.join('\n')}`;
}

/** Two columns fit on a phone: what a field is stands below its name. */
const nameCell = ({ name, place, kind, isRequired }: EndpointField): string =>
  `\`${name}\`<br>${isRequired ? '**required**, ' : ''}${kind}, in the ${placeText(place)}`;

const meaningCell = ({ meaning, allowed }: EndpointField): string =>
  cell(meaning) + (allowed === '' ? '' : `<br>${allowed}`);

/** Where a field travels, in words. */
const placeText = (place: EndpointField['place']): string => (place === 'segment' ? 'path' : place);
