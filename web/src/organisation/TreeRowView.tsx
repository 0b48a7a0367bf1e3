import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined'
import BadgeOutlined from '@mui/icons-material/BadgeOutlined'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import DirectionsCarOutlined from '@mui/icons-material/DirectionsCarOutlined'
import GroupOutlined from '@mui/icons-material/GroupOutlined'
import HubOutlined from '@mui/icons-material/HubOutlined'
import PersonOutlined from '@mui/icons-material/PersonOutlined'
import VerifiedOutlined from '@mui/icons-material/VerifiedOutlined'
import type { SxProps } from '@mui/material'
import Box from '@mui/material/Box'
import type { TreeKind, TreeNode, TreeSearchField } from '@rumbo/contract/organisation.tree.contract'
import type { TextKey } from '@rumbo/i18n'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { type StatusToken, token } from '../ui/theme/tokens.ts'
import { VehicleMark } from '../ui/VehicleMark.tsx'
import { vehicleMarkStatuses } from '../ui/vehicle-mark.ts'
import { visuallyHidden } from '../ui/visually-hidden.ts'
import type { Sight, sightOf, TreeRow } from './tree.rules.ts'
import { useNodeWords } from './use-node-words.ts'

const pictures: Record<TreeKind, typeof ApartmentOutlined> = {
  company: ApartmentOutlined,
  fleet: HubOutlined,
  vehicles: DirectionsCarOutlined,
  drivers: BadgeOutlined,
  users: GroupOutlined,
  vehicle: DirectionsCarOutlined,
  driver: BadgeOutlined,
  user: PersonOutlined,
}
const figurePictures = {
  fleets: HubOutlined,
  vehicles: DirectionsCarOutlined,
  drivers: BadgeOutlined,
  users: GroupOutlined,
} as const
const sightColours = {
  manage: 'active',
  read: 'occupied',
  some: 'inactive',
  none: 'out_of_service',
} as const satisfies Record<Sight, StatusToken>

const searchLabels = {
  legalName: 'companies.field.legalName',
  taxId: 'companies.field.taxId',
  model: 'vehicles.list.model',
  vin: 'vehicles.field.vin',
  imei: 'vehicles.field.imei',
  email: 'identity.field.email',
  phone: 'identity.field.phone',
} as const satisfies Record<TreeSearchField, TextKey>

/** The field by which a search found a node, and its value. */
export interface TreeReason {
  field: TreeSearchField
  value: string
}

interface TreeRowViewProps {
  row: Extract<TreeRow, { kind: 'node' }>
  sx: SxProps
  /** The row that Tab focuses. */
  isActive: boolean
  isChosen: boolean
  isMatch: boolean
  reason: TreeReason | null
  sight: ReturnType<typeof sightOf> | null
  onToggle: () => void
  onChoose: () => void
}

function Picture({ node }: { node: TreeNode }) {
  const status = vehicleMarkStatuses.find((known) => known === node.status)
  if (node.kind === 'vehicle' && status !== undefined) return <VehicleMark status={status} size={20} />
  const Icon = pictures[node.kind]
  return <Icon sx={{ fontSize: 20, color: token('textSoft'), flexShrink: 0 }} />
}

/** Fleets, vehicles, drivers and users, each with its icon, in columns. */
function Figures({ node, title }: { node: TreeNode; title: string }) {
  const words = useNodeWords()
  const figures = words.figures(node)
  return (
    <Box
      component="span"
      title={title}
      sx={{ display: 'flex', flexShrink: 0, color: token('textSoft'), typography: 'body2' }}
    >
      {figures.length === 0 && <span>{node.childCount}</span>}
      {figures.map(({ of, count }) => {
        const Icon = figurePictures[of]
        return (
          <Box
            key={of}
            component="span"
            sx={{
              display: 'inline-flex',
              // The name has priority over the counts.
              '@container (max-width: 620px)':
                of === 'vehicles' || of === 'users' ? { minWidth: 46 } : { display: 'none' },
              '@container (max-width: 460px)': { display: 'none' },
              alignItems: 'center',
              justifyContent: 'flex-end',
              gap: '4px',
              minWidth: 56,
            }}
          >
            <Icon sx={{ fontSize: 16, color: token('textFaint') }} />
            <Box component="span" sx={{ minWidth: 20, textAlign: 'right' }}>
              {count}
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}

/** A node: depth, name, counts, and what a given person may do with it. */
export function TreeRowView(props: TreeRowViewProps) {
  const { row, sx, isActive, isChosen, isMatch, reason, sight, onToggle, onChoose } = props
  const { t } = useText()
  const words = useNodeWords()
  const { node, level } = row
  const name = words.name(node)
  const counts = words.counts(node)
  const status = words.status(node)
  const isDimmed = sight?.sight === 'none'
  const foundBy = reason && `${t(searchLabels[reason.field])}: ${reason.value}`
  const description = [
    name,
    node.detail,
    foundBy,
    status?.label,
    counts,
    sight && t(`tree.sight.${sight.sight}`),
  ]
  return (
    <Box
      role="treeitem"
      data-key={row.key}
      tabIndex={isActive ? 0 : -1}
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.isExpandable ? row.isExpanded : undefined}
      aria-selected={isChosen}
      onClick={onChoose}
      onDoubleClick={row.isExpandable ? onToggle : undefined}
      sx={{
        ...sx,
        containerType: 'inline-size',
        display: 'flex',
        alignItems: 'center',
        gap: '8px',
        pl: `${(level - 1) * 18 + 4}px`,
        pr: '10px',
        borderRadius: '8px',
        cursor: 'pointer',
        opacity: isDimmed ? 0.55 : 1,
        backgroundColor: isChosen ? token('primarySoft') : undefined,
        '&:hover': { backgroundColor: isChosen ? token('primarySoft') : token('sunken') },
        '&:focus-visible': { outline: `2px solid ${token('primaryText')}`, outlineOffset: '-2px' },
      }}
    >
      <span style={visuallyHidden}>{description.filter(Boolean).join(', ')}</span>
      {/* Announced in words above. */}
      <Box aria-hidden sx={{ display: 'contents' }}>
        <Box
          aria-hidden
          onClick={(event) => {
            if (!row.isExpandable) return
            event.stopPropagation()
            onToggle()
          }}
          sx={{
            display: 'grid',
            placeItems: 'center',
            width: 24,
            height: 24,
            flexShrink: 0,
            color: token('textSoft'),
            visibility: row.isExpandable ? 'visible' : 'hidden',
          }}
        >
          <ChevronRightRounded
            sx={{
              fontSize: 20,
              transform: row.isExpanded ? 'rotate(90deg)' : 'none',
              transition: 'transform 150ms ease-out',
            }}
          />
        </Box>
        <Picture node={node} />
        <Box
          component="span"
          data-name=""
          sx={{
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
            fontWeight: isMatch || node.kind === 'company' ? 620 : 400,
            '@container (max-width: 460px)': { whiteSpace: 'normal', lineHeight: 1.2 },
          }}
        >
          {name}
        </Box>
        {node.verified && <VerifiedOutlined sx={{ fontSize: 16, color: token('active'), flexShrink: 0 }} />}
        {(foundBy ?? node.detail) && (
          <Box
            component="span"
            sx={{
              display: { xs: 'none', sm: 'inline' },
              color: token('textFaint'),
              typography: 'body2',
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
              flexShrink: 1000,
            }}
          >
            {foundBy ?? node.detail}
          </Box>
        )}
        <Box component="span" sx={{ flex: 1 }} />
        {sight !== null ? (
          <TintedChip colour={sightColours[sight.sight]}>{t(`tree.sight.${sight.sight}`)}</TintedChip>
        ) : (
          <>
            {status?.isWorthSaying && <TintedChip colour={status.colour}>{status.label}</TintedChip>}
            {counts !== null && <Figures node={node} title={counts} />}
          </>
        )}
      </Box>
    </Box>
  )
}
