import { Toaster } from '@linkway/kit/base';
import { createBrowserRouter, RouterProvider } from '@linkway/kit/router';
import { routes } from './routes';

const router = createBrowserRouter(routes);

export function App() {
  return (
    <>
      <RouterProvider router={router} />
      <Toaster />
    </>
  );
}
