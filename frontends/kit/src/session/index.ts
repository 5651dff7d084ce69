export {
  type Credentials,
  loadSession,
  type Registration,
  register,
  resumeSession,
  type Session,
  sessionToldAt,
  signIn,
  signOut,
  useSession,
} from './store';
