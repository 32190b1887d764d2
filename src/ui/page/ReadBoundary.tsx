import { Component, type ReactNode } from "react";

type Props = {
  /** The line in the log. */
  log: string;
  /** Shown in place of the part. `retry` shows the part again, which then reads again. */
  failed: (retry: () => void) => ReactNode;
  children: ReactNode;
};

/** Ends a part of the page whose read of the device's database has failed, and leaves the rest (spec §8). */
export class ReadBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error): void {
    console.error(this.props.log, error);
  }

  override render(): ReactNode {
    return this.state.hasFailed
      ? this.props.failed(() => this.setState({ hasFailed: false }))
      : this.props.children;
  }
}
