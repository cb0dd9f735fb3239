import type { System } from 'usher-runtime';
import { createChoiceField, createOptions } from './choice-field.ts';
import { fieldText, type Draft } from './draft.ts';
import type { Field } from './field.ts';

/** Voices that could read it out: those of the language that is chosen, or of all. */
export function createVoiceField(draft: Draft, system: System): Field {
  const field = createChoiceField({
    name: 'voice',
    label: 'A voice to read it out',
    entries: [],
    none: 'None',
    draft,
  });
  const chosenLanguage = (): string => fieldText(draft.get(), 'language');
  const fill = async (): Promise<void> => {
    const language = chosenLanguage();
    const voice = fieldText(draft.get(), 'voice');
    // An error means that the platform has none for that language.
    const voices = await system.ttsvoices(language ? { argument: language } : {}).catch(() => []);
    if (language !== chosenLanguage()) return; // another one was chosen meanwhile
    const none = voices.length ? 'None' : 'No voice speaks it';
    field.input.replaceChildren(...createOptions(voices, none, voice));
  };
  draft.onChange('language', () => void fill());
  void fill();
  return field;
}
