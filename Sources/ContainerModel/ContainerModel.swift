// ContainerModel
