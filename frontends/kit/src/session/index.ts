export {
  loadSession,
  resumeSession,
  type Session,
  sessionToldAt,
  signOut,
  useSession,
} from './store';
