import { createChoiceField, optionsOf } from './field.ts';

/** Voices that could read it out: those of the language that is chosen, or of all. */
export function createVoiceField({ draft, system }) {
  const field = createChoiceField({
    name: 'voice',
    label: 'A voice to read it out',
    entries: [],
    none: 'None',
    draft,
  });
  const fill = async () => {
    const { language, voice = '' } = draft.values;
    // The platform has none for that language.
    const entries = await system.ttsvoices(language ? { argument: language } : {}).catch(() => []);
    if (language !== draft.values.language) return; // another one was chosen meanwhile
    field.input.replaceChildren(
      ...optionsOf(entries, entries.length ? 'None' : 'No voice speaks it', voice),
    );
  };
  draft.onChange('language', fill);
  void fill();
  return field;
}
