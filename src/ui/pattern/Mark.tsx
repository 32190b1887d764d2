/** The academy's logo: two closed, interlaced threads. Decorative, because the name is always beside it. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="2 2 60 60" fill="none" strokeWidth="6.5" className={className}>
      <rect x="6" y="23" width="52" height="18" rx="9" className="stroke-link" />
      <path d="M23 16v14M41 34v14" className="stroke-paper" strokeWidth="11" />
      <rect x="23" y="6" width="18" height="52" rx="9" className="stroke-accent" />
      <path d="M35 23h12M17 41h12" className="stroke-paper" strokeWidth="11" />
      <path d="M34.5 23h13M16.5 41h13" className="stroke-link" />
    </svg>
  );
}
