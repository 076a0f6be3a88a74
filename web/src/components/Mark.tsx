/** The sign of Metis. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="9" />
      <path d="M8 22.5V10.8c0-.9 1.1-1.3 1.7-.6L16 17.6l6.3-7.4c.6-.7 1.7-.3 1.7.6v11.7" />
    </svg>
  );
}
