import { svg, type SVGTemplateResult } from 'lit/html.js';

/** What is drawn with: three colours, numbers from 0 to below 1, and the colour of the ground. */
type Motif = (
  colours: readonly [string, string, string],
  chance: () => number,
  ground: string,
) => SVGTemplateResult[];

const circle = (cx: number, cy: number, r: number, fill: string): SVGTemplateResult =>
  svg`<circle cx=${cx} cy=${cy} r=${r} fill=${fill} />`;

const box = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
): SVGTemplateResult => svg`<rect x=${x} y=${y} width=${width} height=${height} fill=${fill} />`;

const path = (d: string, fill: string): SVGTemplateResult => svg`<path d=${d} fill=${fill} />`;

const ring = (
  cx: number,
  cy: number,
  r: number,
  width: number,
  stroke: string,
): SVGTemplateResult =>
  svg`<circle cx=${cx} cy=${cy} r=${r} fill="none" stroke=${stroke} stroke-width=${width} />`;

const count = (n: number, make: (index: number) => SVGTemplateResult): SVGTemplateResult[] =>
  Array.from({ length: n }, (_, index) => make(index));

/** The element at an index, from the start again after the end. */
const cycle = ([first, ...rest]: readonly [string, ...string[]], index: number): string =>
  [first, ...rest][index % (rest.length + 1)] ?? first;

/** A low sun over striped water. */
const horizon: Motif = ([sun, water, light], chance) => {
  const x = 60 + chance() * 80;
  return [
    circle(x, 96, 58, sun),
    ...count(6, (i) => box(0, 106 + i * 16, 200, 5 + i * 1.6, i % 2 ? light : water)),
  ];
};

/** A projector's beam from a corner. */
const beam: Motif = ([first, second, third], chance) => {
  const y = 60 + chance() * 60;
  return [
    path(`M0 ${y} 200 0V60z`, first),
    path(`M0 ${y} 200 60V130z`, second),
    path(`M0 ${y} 200 130V200z`, third),
    circle(10, y, 30, first),
  ];
};

const rings: Motif = ([first, second, third], chance) => {
  const x = 70 + chance() * 60;
  return [
    ...count(6, (i) => ring(x, 95, 100 - i * 17, 8.5, cycle([first, second, third], i))),
    circle(x, 95, 9, first),
  ];
};

/** A moon that hides another. */
const eclipse: Motif = ([first, second, third], chance, ground) => {
  const shift = 22 + chance() * 30;
  return [
    circle(95, 95, 68, first),
    circle(95 + shift, 95 - shift / 2, 60, ground),
    circle(162, 45, 11, second),
    circle(38, 165, 6, third),
  ];
};

/** A flight of stairs in the dark. */
const stairs: Motif = ([first, second, third], chance) => {
  const up = chance() > 0.5;
  return [
    circle(up ? 55 : 145, 62, 32, third),
    ...count(7, (i) =>
      box(up ? i * 29 : 174 - i * 29, 170 - i * 22, 29, 200, i % 2 ? first : second),
    ),
  ];
};

/** Blinds, half open. */
const blinds: Motif = ([first, second, third], chance) => [
  circle(100, 100, 78, third),
  ...count(8, (i) => box(i * 26, 0, 5 + chance() * 16, 200, i % 3 ? first : second)),
];

const hills: Motif = ([first, second, third], chance) => {
  const peak = 60 + chance() * 70;
  return [
    circle(150 - peak / 3, 66, 30, third),
    path(`M-20 200 ${peak} 62 ${peak + 110} 200z`, first),
    path(`M60 200 ${peak + 70} 100 240 200z`, second),
  ];
};

/** A crowd, one of which is different. */
const crowd: Motif = ([first, second, third], chance) => {
  const odd = Math.floor(chance() * 25);
  return count(25, (i) =>
    circle(
      20 + (i % 5) * 40,
      20 + Math.floor(i / 5) * 40,
      i === odd ? 19 : 13,
      i === odd ? first : cycle([second, third], i + Math.floor(i / 5)),
    ),
  );
};

const waves: Motif = ([first, second, third], chance) => {
  const lift = chance() * 30;
  return count(5, (i) =>
    path(
      `M0 ${55 + i * 32 - lift}q25 -28 50 0t50 0 50 0 50 0V220H0z`,
      cycle([third, first, second], i),
    ),
  );
};

/** An eye that looks aside. */
const eye: Motif = ([first, second, third], chance) => {
  const x = 82 + chance() * 36;
  return [
    path('M0 100Q100 5 200 100 100 195 0 100z', third),
    circle(x, 100, 42, first),
    circle(x, 100, 21, second),
    circle(x + 13, 87, 8, third),
  ];
};

/** Half discs stacked, turned by chance. */
const discs: Motif = ([first, second, third], chance) =>
  count(9, (i) => {
    const x = (i % 3) * 68;
    const y = Math.floor(i / 3) * 68;
    const turned = chance() > 0.5;
    return path(
      turned ? `M${x} ${y}a32 32 0 0 0 64 0z` : `M${x} ${y + 64}a32 32 0 0 1 64 0z`,
      cycle([first, second, third], Math.floor(chance() * 3)),
    );
  });

/** A road to the vanishing point. */
const road: Motif = ([first, second, third], chance) => {
  const x = 70 + chance() * 60;
  return [
    circle(x, 74, 44, third),
    box(0, 88, 200, 120, first),
    path(`M${x - 3} 88h6L${x + 80} 210H${x - 80}z`, second),
    path(`M${x - 1} 96h2l4 100h-10z`, third),
  ];
};

/** The drawings that a poster may carry, each of few shapes on a field of 200 by 200. */
export const motifs: readonly Motif[] = [
  horizon,
  beam,
  rings,
  eclipse,
  stairs,
  blinds,
  hills,
  crowd,
  waves,
  eye,
  discs,
  road,
];
