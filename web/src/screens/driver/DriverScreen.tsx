import type { ScreenProps } from '../../app/navigation/screen-entry.ts'
import { DriverPage } from '../../drivers/DriverPage.tsx'

/** The driver's phone. */
export const DriverScreen = (_props: ScreenProps) => <DriverPage />
