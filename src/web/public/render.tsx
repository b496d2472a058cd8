import { renderToStaticMarkup } from 'react-dom/server';

export function renderPublicPages(): Record<string, string> {
  return { '/': renderToStaticMarkup(<p>hi</p>) };
}
