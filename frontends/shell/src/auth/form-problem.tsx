import type { ApiProblem } from '@linkway/kit/api';
import { Alert } from '@linkway/kit/ui';
import styles from './auth-page.module.css';

/** What belongs to no field. A refusal of the sign-in says all by itself; anything else is told with what failed. */
export function FormProblem({ problem, title }: { problem: ApiProblem | null; title: string }) {
  if (!problem) return null;
  const refusal = problem.code.startsWith('auth.');
  return (
    <Alert
      className={styles.ended}
      type="error"
      showIcon
      title={refusal ? problem.detail : title}
      description={refusal ? undefined : problem.detail}
    />
  );
}
