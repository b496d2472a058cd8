export function Mark() {
  return (
    <svg width="34" height="24" viewBox="0 0 34 24" aria-hidden="true" focusable="false">
      <path fill="var(--paper)" stroke="var(--ink)" strokeWidth="2" d="M1 1h32v22H1z" />
      <path fill="none" stroke="var(--ink)" strokeWidth="1.5" d="m1.5 2 15.5 12 15.5-12" />
      <circle cx="17" cy="13" r="4.5" fill="var(--oxblood)" stroke="var(--paper)" />
    </svg>
  );
}
