import { Component, type ReactNode } from "react";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";

type State = { hasFailed: boolean };

/** Catches a failed read of the device's database, logs it in the spec's words and ends the loading state (spec §8). */
export class DashboardErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error): void {
    console.error("Error loading dashboard data", error);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="page py-10">
        <EmptyState
          title="Your learning could not be read from this device"
          action={<Button onClick={() => this.setState({ hasFailed: false })}>Try again</Button>}
        >
          <p>What was already sent is safe in your account. Close other tabs of the academy and try again.</p>
        </EmptyState>
      </div>
    );
  }
}
