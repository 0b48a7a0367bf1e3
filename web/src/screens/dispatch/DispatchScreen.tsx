import type { ScreenProps } from '../../app/screens.ts'
import { NotAvailableScreen } from '../not-available/NotAvailableScreen.tsx'

export function DispatchScreen(props: ScreenProps) {
  return <NotAvailableScreen {...props} />
}
