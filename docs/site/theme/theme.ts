import type { DefaultTheme as Options, Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { markMain } from './mark-main.ts';
import { preferGuide } from './prefer-guide.ts';
import { TryEndpoint } from './try-endpoint.ts';
import './colours.css';
import './code.css';
import './endpoint.css';
import './home.css';

/** The theme of VitePress in the colours of the demo, and the form of the endpoints. */
export const theme: Theme = {
  extends: DefaultTheme,
  setup: markMain,
  enhanceApp: ({ app, siteData }) => {
    app.component('TryEndpoint', TryEndpoint);
    preferGuide(siteData.value.themeConfig as Options.Config);
  },
};
