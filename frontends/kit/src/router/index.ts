// Without the data router: it alone is 20 kB gzip of the landing page, and data is TanStack Query's work here.
export {
  BrowserRouter,
  Link,
  Navigate,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from 'react-router';
export { onTabChange, openTab, type TabChange } from './tabs';
