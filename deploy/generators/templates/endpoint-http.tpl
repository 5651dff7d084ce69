export const [[operationCamel]] = defineEndpoint({
  operationId: '[[operationCamel]]',
  method: '[[method]]',
  path: '[[path]]',
  summary: '[[operationTitle]]',
  tag: '[[area]]',
  auth: 'session',
  permission: 'account:read',
  success: { status: 200, body: z.object({ id: z.uuid() }), description: '[[operationTitle]]' },
  errors: ['auth.unauthenticated'],
  forward: { to: '[[kind]].[[area]].[[operation]].v1' },
});

export const [[rpc]] = forwardedRpc([[operationCamel]]);
