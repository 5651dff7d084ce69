export {
  loadSession,
  type Registration,
  register,
  resumeSession,
  type Session,
  signIn,
  signOut,
  useSession,
} from './store';
