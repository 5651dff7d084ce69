import { Component, type ReactNode } from 'react';
import { ErrorCard } from './error-card';

interface Props {
  children: ReactNode;
  /** Drawn instead of what failed; `retry` draws the children again. */
  fallback?: (error: unknown, retry: () => void) => ReactNode;
  /** A change of it clears the error: another page is another try. */
  resetKey?: unknown;
}

interface State {
  failed: boolean;
  error: unknown;
}

/** Keeps a failure to the part of the page that it is in. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error };
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false, error: null });
  }

  readonly retry = (): void => {
    this.setState({ failed: false, error: null });
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { fallback } = this.props;
    return fallback ? (
      fallback(this.state.error, this.retry)
    ) : (
      <ErrorCard error={this.state.error} retry={this.retry} />
    );
  }
}
