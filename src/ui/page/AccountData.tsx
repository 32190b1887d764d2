import type { ReactNode } from "react";
import { Banner } from "../Banner.tsx";
import { Button } from "../Button.tsx";
import { Spinner } from "../Spinner.tsx";

type Props<T> = {
  known: { ok: true; data: T } | { ok: false; message: string } | null;
  loading: string;
  failed: string;
  onRetry: () => void;
  children: (data: T) => ReactNode;
};

/** A part of the account, as `useAccountData` knows it. */
export function AccountData<T>({ known, loading, failed, onRetry, children }: Props<T>) {
  if (!known) return <Spinner label={loading} />;
  if (known.ok) return children(known.data);
  return (
    <Banner
      role="status"
      tone="highlight"
      title={failed}
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      {known.message}
    </Banner>
  );
}
