import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/devices.tsx'),
  route('action', 'routes/action.tsx'),
  route('api', 'routes/api.ts'),
] satisfies RouteConfig;
