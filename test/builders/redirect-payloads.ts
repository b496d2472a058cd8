const OURS = 'deadletter.example';
const EVIL = 'evil.example';

/** Hosts that redirects must refuse, even if they resemble ours. */
const HOSTS =
  `${EVIL} x${OURS} deadletterXexample.evil evil\u2024example xn--dedletter-0ya.example user:pass@${OURS}@${EVIL} a.b.${OURS}.
  preview.example/only/this/not/that preview.example.${EVIL}/only/this
  localhost 127.0.0.1 2130706433 0x7f.1 [::ffff:127.0.0.1] 169.254.169.254`.split(/\s+/);

/** Separators between two names, so that a careless parser takes the wrong name as the host. */
const JOINTS = [
  ...'. @ \\@ #@ ?@ %2f@ : :pass@ ; , /. \\. %2e %00. \u0000. \u3002 /?x=https://www. :443/https://'.split(' '),
  '\t/',
  '\r\nLocation: ',
];

const SCHEMES = [
  ...'https:// HTTPS:// http:// // /\\ \\\\ https:\\\\ https:/ https: javascript:// data:// ftp://'.split(' '),
  'blob:https://',
  ' https://',
  '\thttps://',
];

/** URLs that resemble `https://deadletter.example`. They lead elsewhere, or really to that site. */
export const REDIRECT_PAYLOADS: readonly string[] = SCHEMES.flatMap((scheme) =>
  [...HOSTS, ...JOINTS.flatMap((joint) => [OURS + joint + EVIL, EVIL + joint + OURS])].map((host) => scheme + host),
);
