import type { ScreenProps } from '../../app/screens.ts'
import { NotAvailableScreen } from '../not-available/NotAvailableScreen.tsx'

export function ServicesScreen(props: ScreenProps) {
  return <NotAvailableScreen {...props} />
}
