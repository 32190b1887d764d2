import { AuthProvider } from "../../platform/session/auth.tsx";
import SignOutDialog from "./SignOutDialog.tsx";

/** The sign-out dialog for pages outside the member layout, which are not wrapped in an auth provider. */
export default function SignOutHere({ onClose }: { onClose: () => void }) {
  return (
    <AuthProvider>
      <SignOutDialog onClose={onClose} />
    </AuthProvider>
  );
}
