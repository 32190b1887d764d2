import { Appearance } from "./Appearance.tsx";
import { Purchases } from "./Purchases.tsx";

/** What an account holds and costs. It asks the server, and says so without a connection. */
export function AccountPage({ email }: { email: string }) {
  return (
    <div className="page flex flex-col gap-10 py-10">
      <header>
        <p className="eyebrow">Your account</p>
        <h1 className="wrap-anywhere">{email}</h1>
      </header>
      <Purchases />
      <Appearance />
    </div>
  );
}
