// The icons in use, by name. All are silent: what one stands for is said in words, in the person's language, by what it is in.
import {
  ApartmentOutlined as Apartment,
  AppstoreOutlined as Appstore,
  BarChartOutlined as BarChart,
  BellOutlined as Bell,
  CalendarOutlined as Calendar,
  CheckOutlined as Check,
  ClockCircleOutlined as ClockCircle,
  CloseOutlined as Close,
  CloseCircleFilled as CloseCircle,
  CopyOutlined as Copy,
  CrownOutlined as Crown,
  DeleteOutlined as Delete,
  DownOutlined as Down,
  DownloadOutlined as Download,
  EditOutlined as Edit,
  ExperimentOutlined as Experiment,
  ExportOutlined as Export,
  EyeOutlined as Eye,
  GlobalOutlined as Global,
  HistoryOutlined as History,
  HomeOutlined as Home,
  KeyOutlined as Key,
  LineChartOutlined as LineChart,
  LinkOutlined as Link,
  LockOutlined as Lock,
  LogoutOutlined as Logout,
  MailOutlined as Mail,
  MenuOutlined as Menu,
  MenuFoldOutlined as MenuFold,
  MenuUnfoldOutlined as MenuUnfold,
  MobileOutlined as Mobile,
  MoonOutlined as Moon,
  MoreOutlined as More,
  NotificationOutlined as Notification,
  PauseOutlined as Pause,
  PlayCircleOutlined as PlayCircle,
  PlusOutlined as Plus,
  QrcodeOutlined as Qrcode,
  ReloadOutlined as Reload,
  SafetyCertificateOutlined as SafetyCertificate,
  SearchOutlined as Search,
  SettingOutlined as Setting,
  StopOutlined as Stop,
  SunOutlined as Sun,
  TableOutlined as Table,
  TeamOutlined as Team,
  ThunderboltOutlined as Thunderbolt,
  UpOutlined as Up,
  UserOutlined as User,
  UserSwitchOutlined as UserSwitch,
} from '@ant-design/icons';
import { silent } from './silent';

export const ApartmentOutlined = /* @__PURE__ */ silent(Apartment);
export const AppstoreOutlined = /* @__PURE__ */ silent(Appstore);
export const BarChartOutlined = /* @__PURE__ */ silent(BarChart);
export const BellOutlined = /* @__PURE__ */ silent(Bell);
export const CalendarOutlined = /* @__PURE__ */ silent(Calendar);
export const CheckOutlined = /* @__PURE__ */ silent(Check);
export const ClockCircleOutlined = /* @__PURE__ */ silent(ClockCircle);
export const CloseCircleFilled = /* @__PURE__ */ silent(CloseCircle);
export const CloseOutlined = /* @__PURE__ */ silent(Close);
export const CopyOutlined = /* @__PURE__ */ silent(Copy);
export const CrownOutlined = /* @__PURE__ */ silent(Crown);
export const DeleteOutlined = /* @__PURE__ */ silent(Delete);
export const DownOutlined = /* @__PURE__ */ silent(Down);
export const DownloadOutlined = /* @__PURE__ */ silent(Download);
export const EditOutlined = /* @__PURE__ */ silent(Edit);
export const ExperimentOutlined = /* @__PURE__ */ silent(Experiment);
export const ExportOutlined = /* @__PURE__ */ silent(Export);
export const EyeOutlined = /* @__PURE__ */ silent(Eye);
export const GlobalOutlined = /* @__PURE__ */ silent(Global);
export const HistoryOutlined = /* @__PURE__ */ silent(History);
export const HomeOutlined = /* @__PURE__ */ silent(Home);
export const KeyOutlined = /* @__PURE__ */ silent(Key);
export const LineChartOutlined = /* @__PURE__ */ silent(LineChart);
export const LinkOutlined = /* @__PURE__ */ silent(Link);
export const LockOutlined = /* @__PURE__ */ silent(Lock);
export const LogoutOutlined = /* @__PURE__ */ silent(Logout);
export const MailOutlined = /* @__PURE__ */ silent(Mail);
export const MenuFoldOutlined = /* @__PURE__ */ silent(MenuFold);
export const MenuOutlined = /* @__PURE__ */ silent(Menu);
export const MenuUnfoldOutlined = /* @__PURE__ */ silent(MenuUnfold);
export const MobileOutlined = /* @__PURE__ */ silent(Mobile);
export const MoonOutlined = /* @__PURE__ */ silent(Moon);
export const MoreOutlined = /* @__PURE__ */ silent(More);
export const NotificationOutlined = /* @__PURE__ */ silent(Notification);
export const PauseOutlined = /* @__PURE__ */ silent(Pause);
export const PlayCircleOutlined = /* @__PURE__ */ silent(PlayCircle);
export const PlusOutlined = /* @__PURE__ */ silent(Plus);
export const QrcodeOutlined = /* @__PURE__ */ silent(Qrcode);
export const ReloadOutlined = /* @__PURE__ */ silent(Reload);
export const SafetyCertificateOutlined = /* @__PURE__ */ silent(SafetyCertificate);
export const SearchOutlined = /* @__PURE__ */ silent(Search);
export const SettingOutlined = /* @__PURE__ */ silent(Setting);
export const StopOutlined = /* @__PURE__ */ silent(Stop);
export const SunOutlined = /* @__PURE__ */ silent(Sun);
export const TableOutlined = /* @__PURE__ */ silent(Table);
export const TeamOutlined = /* @__PURE__ */ silent(Team);
export const ThunderboltOutlined = /* @__PURE__ */ silent(Thunderbolt);
export const UpOutlined = /* @__PURE__ */ silent(Up);
export const UserOutlined = /* @__PURE__ */ silent(User);
export const UserSwitchOutlined = /* @__PURE__ */ silent(UserSwitch);
