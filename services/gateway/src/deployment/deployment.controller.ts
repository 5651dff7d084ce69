import { type Deployment, getDeployment } from '@linkway/contracts';
import { Controller } from '@nestjs/common';
import { type ApiRequest, callerOf } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { DeploymentService } from './deployment.service.js';

@Controller()
export class DeploymentController {
  constructor(private readonly deployment: DeploymentService) {}

  @Endpoint(getDeployment)
  look(_input: EndpointInput<typeof getDeployment>, request: ApiRequest): Promise<Deployment> {
    return this.deployment.look(callerOf(request));
  }
}
