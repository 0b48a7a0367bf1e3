import HourglassEmptyRounded from '@mui/icons-material/HourglassEmptyRounded'
import type { ScreenProps } from '../../app/navigation/screen-entry.ts'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** A screen that is not available yet. */
export function NotAvailableScreen({ title }: ScreenProps) {
  const { t } = useText()
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState icon={<HourglassEmptyRounded />} title={t('screens.notAvailable')} />
      </Card>
    </>
  )
}
