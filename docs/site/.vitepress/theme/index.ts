export { theme as default } from '../../theme/theme.ts';
