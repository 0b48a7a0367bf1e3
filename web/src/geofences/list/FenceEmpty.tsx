import FenceOutlined from '@mui/icons-material/FenceOutlined'
import Button from '@mui/material/Button'
import { useText } from '../../ui/i18n.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** A fleet without geofences. */
export function FenceEmpty({ onNew }: { onNew: (() => void) | undefined }) {
  const { t } = useText()
  return (
    <EmptyState
      icon={<FenceOutlined />}
      title={t('geofences.list.empty')}
      text={t('geofences.list.emptyText')}
      action={onNew && <Button variant="outlined" onClick={onNew}>{t('geofences.action.new')}</Button>}
    />
  )
}
