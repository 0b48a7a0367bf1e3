/**
 * The design system: knows no domain. Date and time fields are not here but in `date-fields.tsx`,
 * so that a first load without them stays small.
 */

export { Age } from './Age.tsx'
export { AnimatedNumber } from './AnimatedNumber.tsx'
export { Card } from './Card.tsx'
export { ConfirmDialog } from './ConfirmDialog.tsx'
export { nowMs, setServerClockOffset, useNow } from './clock.ts'
export { DataTable } from './DataTable.tsx'
export { FigureWithUnit } from './FigureWithUnit.tsx'
export { type FilterChip, FilterChips } from './FilterChips.tsx'
export { LanguageProvider, useText, type WordText } from './i18n.tsx'
export { KeyHint } from './KeyHint.tsx'
export { LivePill, type LiveState } from './LivePill.tsx'
export { LockedReason } from './LockedReason.tsx'
export { PageHeader } from './PageHeader.tsx'
export { SearchField } from './SearchField.tsx'
export { type ServiceChipStatus, ServiceStatusChip, TintedChip, VehicleStatusChip } from './StatusChip.tsx'
export { type DialogStep, StepperDialog } from './StepperDialog.tsx'
export { Steps } from './Steps.tsx'
export { CardsSkeleton, FormSkeleton, ListSkeleton, PageSkeleton } from './skeletons.tsx'
export { EmptyState, ErrorState } from './states.tsx'
export type { SortOrder, TableColumn, TableProps, TableSelection, TableView } from './table-model.ts'
export { RowMenu, type RowMenuItem } from './table-parts.tsx'
export { radius, theme } from './theme.ts'
export {
  defaultThemeSettings,
  readThemeSettings,
  type ThemeSettings,
  ThemeSettingsProvider,
  themeSettingsKey,
  useThemeSettings,
} from './theme-settings.tsx'
export {
  createToastStore,
  defaultToastTimeoutMs,
  type Toast,
  type ToastAction,
  type ToastOptions,
  type ToastStore,
  type ToastType,
} from './toast-store.ts'
export { ToastProvider, useToasts } from './toasts.tsx'
export { type SchemeName, type StatusToken, type TokenName, token, tokens } from './tokens.ts'
export { VehicleMark } from './VehicleMark.tsx'
export {
  clusterRingSvg,
  type StatusCounts,
  type VehicleMarkLook,
  type VehicleMarkStatus,
  type VehicleMarkSvgOptions,
  vehicleMarkStatuses,
  vehicleMarkSvg,
} from './vehicle-mark.ts'
export { visuallyHidden } from './visually-hidden.ts'
