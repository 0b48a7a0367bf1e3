import MoveToInboxOutlined from '@mui/icons-material/MoveToInboxOutlined'
import Badge from '@mui/material/Badge'
import IconButton from '@mui/material/IconButton'
import { listAside } from '@rumbo/contract/communication.aside.contract'
import { useEndpoint } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'

/** Opens the replies that belong to no conversation; absent while there are none. */
export function AsideButton({ companyId, onOpen }: { companyId: string; onOpen: () => void }) {
  const { t } = useText()
  const count = useEndpoint(listAside, { query: { companyId } }).data?.items.length ?? 0
  if (count === 0) return null
  const label = t('communication.aside.button', { count })
  return (
    <IconButton aria-label={label} title={label} onClick={onOpen}>
      <Badge badgeContent={count} color="primary">
        <MoveToInboxOutlined />
      </Badge>
    </IconButton>
  )
}
