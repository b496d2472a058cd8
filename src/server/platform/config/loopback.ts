/** Whether the host of an address, as `URL` writes it, is the machine itself. What is not known to be counts as public. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
