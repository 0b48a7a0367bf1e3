import LockOutlined from '@mui/icons-material/LockOutlined'
import type { ScreenProps } from '../../app/screens.ts'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** A screen the person's level does not allow. */
export function ForbiddenScreen({ title }: ScreenProps) {
  const { t } = useText()
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState icon={<LockOutlined />} title={t('identity.error.forbidden')} />
      </Card>
    </>
  )
}
