// SPDX-License-Identifier: Apache-2.0
// The conversions of pcl_msgs, a package that comes from source.
#pragma once

#include <cstddef>
#include <vector>

#include <pcl/ModelCoefficients.h>
#include <pcl/PointIndices.h>
#include <pcl/PolygonMesh.h>
#include <pcl/Vertices.h>

#include <pcl_conversions/pcl_conversions.h>
#include <pcl_msgs/msg/model_coefficients.hpp>
#include <pcl_msgs/msg/point_indices.hpp>
#include <pcl_msgs/msg/polygon_mesh.hpp>
#include <pcl_msgs/msg/vertices.hpp>

namespace pcl_conversions {

inline void fromPCL(const pcl::PointIndices& pcl_indices, pcl_msgs::msg::PointIndices& indices) {
  fromPCL(pcl_indices.header, indices.header);
  indices.indices.assign(pcl_indices.indices.begin(), pcl_indices.indices.end());
}
inline void toPCL(const pcl_msgs::msg::PointIndices& indices, pcl::PointIndices& pcl_indices) {
  toPCL(indices.header, pcl_indices.header);
  pcl_indices.indices.assign(indices.indices.begin(), indices.indices.end());
}
inline void fromPCL(const pcl::ModelCoefficients& pcl_model,
                    pcl_msgs::msg::ModelCoefficients& model) {
  fromPCL(pcl_model.header, model.header);
  model.values.assign(pcl_model.values.begin(), pcl_model.values.end());
}
inline void toPCL(const pcl_msgs::msg::ModelCoefficients& model,
                  pcl::ModelCoefficients& pcl_model) {
  toPCL(model.header, pcl_model.header);
  pcl_model.values.assign(model.values.begin(), model.values.end());
}
inline void fromPCL(const pcl::Vertices& pcl_vertices, pcl_msgs::msg::Vertices& vertices) {
  vertices.vertices.assign(pcl_vertices.vertices.begin(), pcl_vertices.vertices.end());
}
inline void toPCL(const pcl_msgs::msg::Vertices& vertices, pcl::Vertices& pcl_vertices) {
  pcl_vertices.vertices.assign(vertices.vertices.begin(), vertices.vertices.end());
}
template <class Sequence>
auto fromPCL(const std::vector<pcl::Vertices>& pcl_vertices, Sequence& vertices)
    -> decltype(vertices.resize(1), void()) {
  vertices.resize(pcl_vertices.size());
  for (std::size_t i = 0; i < pcl_vertices.size(); ++i) fromPCL(pcl_vertices[i], vertices[i]);
}
template <class Sequence>
auto toPCL(const Sequence& vertices, std::vector<pcl::Vertices>& pcl_vertices)
    -> decltype(vertices.size(), void()) {
  pcl_vertices.resize(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) toPCL(vertices[i], pcl_vertices[i]);
}
inline void fromPCL(const pcl::PolygonMesh& pcl_mesh, pcl_msgs::msg::PolygonMesh& mesh) {
  fromPCL(pcl_mesh.header, mesh.header);
  fromPCL(pcl_mesh.cloud, mesh.cloud);
  fromPCL(pcl_mesh.polygons, mesh.polygons);
}
inline void toPCL(const pcl_msgs::msg::PolygonMesh& mesh, pcl::PolygonMesh& pcl_mesh) {
  toPCL(mesh.header, pcl_mesh.header);
  toPCL(mesh.cloud, pcl_mesh.cloud);
  toPCL(mesh.polygons, pcl_mesh.polygons);
}

// What is moved is copied, and left in its place.
template <class Pcl, class Message>
auto moveFromPCL(Pcl& pcl, Message& message) -> decltype(fromPCL(pcl, message)) {
  fromPCL(pcl, message);
}
template <class Message, class Pcl>
auto moveToPCL(Message& message, Pcl& pcl) -> decltype(toPCL(message, pcl)) {
  toPCL(message, pcl);
}

}  // namespace pcl_conversions
