import DriveFileMoveOutlined from '@mui/icons-material/DriveFileMoveOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { AccessScope } from '@rumbo/contract/access'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { readUser } from '@rumbo/contract/identity.users.contract'
import { readFleet } from '@rumbo/contract/organisation.contract'
import type { TreeNode } from '@rumbo/contract/organisation.tree.contract'
import { readVehicle } from '@rumbo/contract/vehicles.contract'
import type { ReactNode } from 'react'
import { addresses } from '../addresses.ts'
import { useCan } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { AppLink } from '../app/navigation/address.tsx'
import { Age } from '../ui/Age.tsx'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { token } from '../ui/theme/tokens.ts'
import { ReachList } from './ReachList.tsx'
import { ScopeList } from './ScopeList.tsx'
import { useNodeWords } from './use-node-words.ts'
import { useScopeNames } from './use-scope-names.ts'

export interface Lens {
  userId: string
  name: string
  scopes: readonly AccessScope[]
}

function Facts({ items }: { items: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(90px, auto) 1fr', gap: '6px 14px', m: 0 }}
    >
      {items.map(([label, value]) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2" sx={{ color: token('textSoft') }}>
            {label}
          </Typography>
          <Typography component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

function CompanyFacts({ node }: { node: TreeNode }) {
  const { t } = useText()
  const { fleets = 0, vehicles = 0, drivers = 0, users = 0 } = node.counts ?? {}
  return (
    <Facts
      items={[
        ...(node.tier ? [[t('companies.field.tier'), t(`organisation.tier.${node.tier}`)] as const] : []),
        [t('companies.field.verified'), t(node.verified ? 'tree.yes' : 'tree.no')],
        [t('tree.fleets'), fleets],
        [t('tree.group.vehicles'), vehicles],
        [t('tree.group.drivers'), drivers],
        [t('tree.group.users'), users],
      ]}
    />
  )
}

function FleetFacts({ node }: { node: TreeNode }) {
  const { t } = useText()
  const fleet = useEndpoint(readFleet, { params: { id: node.id } }).data
  return (
    <Facts
      items={[
        [t('companies.field.manager'), fleet?.manager ?? t('tree.noManager')],
        [t('tree.group.vehicles'), node.counts?.vehicles ?? 0],
        [t('tree.group.drivers'), node.counts?.drivers ?? 0],
        [t('tree.group.users'), node.counts?.users ?? 0],
        ...(fleet?.description ? [[t('companies.field.description'), fleet.description] as const] : []),
      ]}
    />
  )
}

function VehicleFacts({ node }: { node: TreeNode }) {
  const { t } = useText()
  const vehicle = useEndpoint(readVehicle, { params: { id: node.id } }).data
  if (vehicle === undefined) return <ListSkeleton rows={3} />
  return (
    <Facts
      items={[
        [t('vehicles.field.plateNumber'), vehicle.plateNumber],
        [t('vehicles.field.model'), `${vehicle.make} ${vehicle.model} ${vehicle.year}`],
        [t('vehicles.field.lastUpdate'), <Age key="age" at={vehicle.lastUpdate} />],
      ]}
    />
  )
}

function UserFacts({ node, onLens }: { node: TreeNode; onLens: (lens: Lens) => void }) {
  const user = useEndpoint(readUser, { params: { id: node.id } }).data
  return user ? <KnownUser user={user} onLens={onLens} /> : <ListSkeleton rows={4} />
}

function KnownUser({ user, onLens }: { user: OutputOf<typeof readUser>; onLens: (lens: Lens) => void }) {
  const { t } = useText()
  const names = useScopeNames(user)
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '14px' }}>
      <Facts
        items={[
          [t('identity.field.username'), user.username],
          [t('identity.field.level'), t(`identity.level.${user.level}`)],
          [t('identity.field.lastLogin'), <Age key="age" at={user.lastLogin} />],
          ...(user.vehicle ? [[t('tree.guestVehicle'), user.vehicle.vehicleNumber] as const] : []),
          ...(user.contact ? [[t('tree.contact'), user.contact.name] as const] : []),
        ]}
      />
      <Box>
        <Typography variant="body2" sx={{ color: token('textSoft'), mb: '6px' }}>
          {t('tree.scopes')}
        </Typography>
        <ScopeList scopes={user.accessScopes} names={names} />
      </Box>
      <Button
        variant="outlined"
        startIcon={<VisibilityOutlined />}
        onClick={() => onLens({ userId: user.id, name: user.displayName, scopes: user.accessScopes })}
        sx={{ justifySelf: 'start' }}
      >
        {t('tree.lens.look')}
      </Button>
    </Box>
  )
}

interface TreeDetailProps {
  node: TreeNode
  onLens: (lens: Lens) => void
  onMove: () => void
}

/** The chosen node, who has access to it, and its actions. */
export function TreeDetail({ node, onLens, onMove }: TreeDetailProps) {
  const { t } = useText()
  const can = useCan()
  const words = useNodeWords()
  const status = words.status(node)
  const { kind, companyId, fleetId } = node
  const isPerson = kind === 'user' || kind === 'driver'
  const here = { companyId, fleetId }
  const canMove =
    fleetId !== null &&
    can('users.edit', here) &&
    (isPerson || (kind === 'vehicle' && can('vehicles.edit', here)))
  const isRecord = kind === 'company' || kind === 'fleet' || kind === 'vehicle'
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '18px', alignContent: 'start' }}>
      <Box>
        <Typography variant="body2" sx={{ color: token('textSoft') }}>
          {t(`tree.kind.${kind}`)}
        </Typography>
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
          {words.name(node)}
        </Typography>
        <Box
          sx={{ display: 'flex', flexWrap: 'wrap', gap: '6px', mt: '8px', '&:empty': { display: 'none' } }}
        >
          {status && <TintedChip colour={status.colour}>{status.label}</TintedChip>}
          {node.role && <TintedChip colour="in_service">{t(`users.role.${node.role}`)}</TintedChip>}
        </Box>
      </Box>
      {kind === 'company' && <CompanyFacts node={node} />}
      {kind === 'fleet' && <FleetFacts node={node} />}
      {kind === 'vehicle' && <VehicleFacts node={node} />}
      {isPerson && <UserFacts node={node} onLens={onLens} />}
      {!isRecord && !isPerson && (
        <Typography sx={{ color: token('textSoft') }}>{t('tree.detail.group')}</Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px 16px', alignItems: 'center' }}>
        {canMove && (
          <Button variant="outlined" startIcon={<DriveFileMoveOutlined />} onClick={onMove}>
            {t('tree.move.action')}
          </Button>
        )}
        {kind === 'company' && can('companies.edit', here) && (
          <AppLink to={addresses.companies({ search: node.name })}>{t('tree.link.company')}</AppLink>
        )}
        {kind === 'fleet' && can('fleetConfiguration.edit', here) && (
          <AppLink to={addresses.fleetConfiguration({ fleet: node.id })}>{t('tree.link.features')}</AppLink>
        )}
        {kind === 'vehicle' && (
          <AppLink to={addresses.fleet({ search: node.name })}>{t('tree.link.vehicle')}</AppLink>
        )}
        {isPerson && can('users.read', here) && (
          <AppLink to={addresses.userManagement({ search: node.name })}>{t('tree.link.user')}</AppLink>
        )}
        {(isRecord || isPerson) && can('audit.read') && (
          <AppLink to={addresses.audit({ entityId: node.id })}>{t('tree.link.audit')}</AppLink>
        )}
      </Box>
      {isRecord && can('users.read', here) && (
        <ReachList
          companyId={companyId}
          // A vehicle's own fleet is used, also if it has just been moved.
          fleetId={kind === 'vehicle' ? undefined : (fleetId ?? undefined)}
          vehicleId={kind === 'vehicle' ? node.id : undefined}
        />
      )}
    </Box>
  )
}
