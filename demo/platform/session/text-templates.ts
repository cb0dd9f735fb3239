const templates: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    play: 'Play',
    pause: 'Pause',
    replay: 'Play again',
    buy: 'Buy',
    rent: 'Rent',
    login: 'Log in',
    notavailable: 'This item is not available.',
  },
  de: {
    play: 'Abspielen',
    pause: 'Pause',
    replay: 'Noch einmal',
    buy: 'Kaufen',
    rent: 'Leihen',
    login: 'Anmelden',
    notavailable: 'Dieses Medium ist nicht verfügbar.',
  },
  fr: {
    play: 'Lire',
    pause: 'Pause',
    replay: 'Relire',
    buy: 'Acheter',
    rent: 'Louer',
    login: 'Se connecter',
    notavailable: "Ce média n'est pas disponible.",
  },
};

/** The player's texts; in English where there are none in that language. */
export function textTemplates(language: string): Readonly<Record<string, string>> {
  return templates[language] ?? templates['en']!;
}
