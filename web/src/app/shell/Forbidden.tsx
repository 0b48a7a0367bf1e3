import LockOutlined from '@mui/icons-material/LockOutlined'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { ForbiddenKey, ScreenProps } from '../navigation/screen-entry.ts'
import { WhomToAsk } from './WhomToAsk.tsx'

interface ForbiddenScreenProps extends ScreenProps {
  /** The reason, for screens with their own text. */
  reasonKey?: ForbiddenKey
}

/** Shown for a screen that the user's level does not allow: the reason, and whom to ask. */
export function Forbidden({ title, reasonKey = 'identity.error.forbidden' }: ForbiddenScreenProps) {
  const { t } = useText()
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState icon={<LockOutlined />} title={t(reasonKey)} text={<WhomToAsk />} />
      </Card>
    </>
  )
}
