import type { System, SystemEntry } from 'usher-runtime';

/** A field whose value is chosen from a list of the platform. */
export interface ListField {
  readonly list: ListName;
  readonly name: string;
  readonly label: string;
  /** Whether an item of a streamtype has the field. Default: every one has it. */
  readonly isOf?: (streamtype: string) => boolean;
}

type ListName =
  | 'videogenres'
  | 'audiogenres'
  | 'languagecodes'
  | 'countrycodes'
  | 'persontypes'
  | 'videocontenttypes'
  | 'imagecontenttypes'
  | 'videoplatformcategories'
  | 'socialplatformcategories'
  | 'streamingdevicecategories';

const isAudio = (streamtype: string): boolean => streamtype === 'audio';
const isVisual = (streamtype: string): boolean => !isAudio(streamtype);

const listFields: readonly ListField[] = [
  { list: 'videogenres', name: 'genre', label: 'Genre', isOf: isVisual },
  { list: 'audiogenres', name: 'genre', label: 'Genre', isOf: isAudio },
  { list: 'videocontenttypes', name: 'contenttype', label: 'Kind', isOf: isVisual },
  { list: 'countrycodes', name: 'country', label: 'Country' },
  { list: 'persontypes', name: 'part', label: 'Your part in it' },
  { list: 'imagecontenttypes', name: 'picture', label: 'Picture you would bring' },
  {
    list: 'videoplatformcategories',
    name: 'videocategory',
    label: 'On video platforms',
    isOf: isVisual,
  },
  { list: 'socialplatformcategories', name: 'socialcategory', label: 'In social networks' },
  { list: 'streamingdevicecategories', name: 'devicecategory', label: 'On streaming devices' },
  { list: 'languagecodes', name: 'language', label: 'Language' },
];

/** A field with the entries of its list. */
export interface FilledListField extends ListField {
  readonly entries: readonly SystemEntry[];
}

/** Returns the fields of a streamtype. The runtime keeps the lists, so each is asked for once. */
export function fetchListFields(system: System, streamtype: string): Promise<FilledListField[]> {
  const wanted = listFields.filter(({ isOf }) => !isOf || isOf(streamtype));
  return Promise.all(
    wanted.map(async (field) => ({ ...field, entries: await system[field.list]() })),
  );
}
