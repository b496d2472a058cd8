const OURS = 'deadletter.example';
const EVIL = 'evil.example';

/** Names and addresses that must not be gone to, whatever they resemble. */
const HOSTS =
  `${EVIL} x${OURS} deadletterXexample.evil evil\u2024example xn--dedletter-0ya.example user:pass@${OURS}@${EVIL} a.b.${OURS}.
  preview.example/only/this/not/that preview.example.${EVIL}/only/this
  localhost 127.0.0.1 2130706433 0x7f.1 [::ffff:127.0.0.1] 169.254.169.254`.split(/\s+/);

/** What stands between the one name and the other, so that a careless reader takes the wrong one for the host. */
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

/** Addresses that look like `https://deadletter.example` to some reader, and are not, or lead nowhere else. */
export const REDIRECT_PAYLOADS: readonly string[] = SCHEMES.flatMap((scheme) =>
  [...HOSTS, ...JOINTS.flatMap((joint) => [OURS + joint + EVIL, EVIL + joint + OURS])].map((host) => scheme + host),
);
